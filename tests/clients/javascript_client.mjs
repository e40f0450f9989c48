// The official JavaScript client: `javascript_client.mjs MODULES ERA URL | COMMAND…`.

import { pathToFileURL } from "node:url";

const [modules, era, ...target] = process.argv.slice(2);
const [tool, args] = JSON.parse(process.env.CALL);

const dist = pathToFileURL(`${modules}/@modelcontextprotocol/client/dist/`).href;
const { Client, StreamableHTTPClientTransport } = await import(`${dist}index.mjs`);
const { StdioClientTransport } = await import(`${dist}stdio.mjs`);

const mode = era === "legacy" || era === "auto" ? era : { pin: era };
const client = new Client({ name: "tests", version: "1" }, { versionNegotiation: { mode } });
await client.connect(
  target[0].startsWith("http")
    ? new StreamableHTTPClientTransport(new URL(target[0]))
    : new StdioClientTransport({ command: target[0], args: target.slice(1), stderr: "ignore" }),
);

const names = [];
let cursor;
do {
  const page = await client.listTools(cursor === undefined ? {} : { cursor });
  names.push(...page.tools.map((each) => each.name));
  cursor = page.nextCursor;
} while (cursor !== undefined);

const progress = [];
const good = await client.callTool(
  { name: tool, arguments: args },
  { onprogress: (note) => progress.push(note.progress) },
);
const bad = await client.callTool({ name: tool, arguments: { ...args, no_such_argument: 1 } });
const unknown = await client.callTool({ name: "no_such_tool", arguments: {} }).then(
  () => null,
  (error) => error.code,
);

console.log(
  JSON.stringify({
    version: client.getNegotiatedProtocolVersion(),
    names,
    good: !good.isError && good.content[0].text === JSON.stringify(good.structuredContent),
    bad: bad.isError,
    unknown,
    progress,
  }),
);
await client.close();
process.exit(0);
