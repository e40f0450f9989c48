"""mcpgen: from an OpenAPI document to an MCP server project that agents use well."""
