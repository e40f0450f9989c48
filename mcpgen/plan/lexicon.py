"""What verbs mean. Closed lists: a word that is in none of them decides nothing."""

from __future__ import annotations

READING = frozenset("""
    autocomplete browse calculate check compare compute count describe diff discover download
    estimate evaluate explain export facet fetch filter find get has inspect is list lookup match
    peek preview query read recommend render resolve retrieve review scan scroll search select show
    simulate suggest summarize tail validate verify view
    """.split())
"""Verbs that only look, whatever the method."""

READING_POST = frozenset("""
    aggregate autocomplete batchget calculate describe compare compute count diff discover estimate
    evaluate facet fetch find get list lookup match preview query read recommend render resolve
    retrieve scan scroll search simulate suggest validate
    """.split())
"""Verbs that make a POST a read: the request needs a body, and that is why it is no GET."""

ADDITIVE = frozenset("""
    add append attach clone comment copy create duplicate follow fork generate import insert
    invite like new post publish record register reply schedule send share star submit
    subscribe upload watch
    """.split())
"""Verbs that only add something: nothing that was there is lost."""

MUTATING = ADDITIVE | frozenset("""
    abort accept acknowledge activate apply approve archive assign ban block cancel capture change
    clear close commit complete confirm convert deactivate decline delete deploy deprecate destroy
    detach disable dismiss drop edit enable end exec execute expire finalize finish fix flush
    forget freeze exchange hide install invalidate join kick kill leave lock login logout mark merge
    migrate modify move mute open overwrite patch pause push put pay pin promote prune purge reboot rebuild
    redeliver refresh refund regenerate reject release reload remove rename reopen reorder replace
    reset resize restart restore resume retry revert revoke rollback rotate run save set shutdown
    sign start stop suspend sync terminate toggle transfer trigger unarchive unassign unban
    unblock unfollow unhide uninstall unlike unlock unmute unpin unpublish unshare unstar
    unsubscribe unwatch update upgrade upsert vote void withdraw write
    """.split())
"""Verbs that change something."""

VERBS = READING | READING_POST | MUTATING

CODE = frozenset({"sql", "graphql", "script", "eval", "exec", "execute", "command", "commands"})
"""Words of operations that run what they are given: a name that reads proves nothing there."""

BASE_WORDS = frozenset({"api", "apis", "rest", "json", "public", "services", "service", "rpc"})
"""Path segments in front that say nothing about the resource."""

TITLE_NOISE = frozenset("""
    a an and api apis app application client cloud definition definitions demo doc docs
    documentation example for full http interface of official open openapi our platform preview public
    reference rest restful sample schema server service services simple spec specification specs
    swagger the v1 v2 v3 version web
    """.split())
"""Words of a title that do not name the API."""
