/** Text as HTML; everything that is not a constant of ours goes through it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

/** A paragraph's `code` marks as elements; the rest escaped. */
export function proseHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #5b6b7b; --line: #dde3e9; --ground: #ffffff;
  --sunken: #f5f7f9; --accent: #0b6e5f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --soft: #9fb0c0; --line: #2c3a47;
  --ground: #10171e; --sunken: #18222b; --accent: #4cc2ae; } }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header, main { max-width: 62rem; margin: 0 auto; padding: 1.25rem; }
header nav a { margin-right: 1rem; }
a { color: var(--accent); }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
code, pre, textarea, input { font: 13px/1.5 ui-monospace, monospace; }
code { background: var(--sunken); padding: .1em .3em; border-radius: 3px; }
pre { background: var(--sunken); padding: .75rem; overflow: auto; border-radius: 6px; max-height: 24rem; }
details { border-top: 1px solid var(--line); padding: .35rem 0; } details > div { padding: .25rem 0 1rem; }
summary { cursor: pointer; } summary .path { font: 13px ui-monospace, monospace; }
.method { display: inline-block; min-width: 4.2em; font: 600 12px ui-monospace, monospace; color: var(--accent); }
.soft { color: var(--soft); } table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
textarea, input { width: 100%; padding: .4rem; border: 1px solid var(--line); border-radius: 4px;
  background: var(--ground); color: var(--ink); } textarea { min-height: 6rem; }
button { padding: .35rem .9rem; border: 1px solid var(--accent); background: var(--accent); color: #fff;
  border-radius: 4px; cursor: pointer; } label { display: block; margin: .4rem 0 .1rem; }
`

/** A page of the documentation: no script, font or style from anywhere else. */
export function pageHtml(title: string, body: string, script = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Assay</title>
<link rel="icon" href="/favicon.ico">
<style>${STYLE}</style>
</head>
<body>
<header>
<nav><a href="/"><strong>Assay</strong></a> <a href="/docs">Reference</a> <a href="/docs/errors">Errors</a>
<a href="/docs/events">Events</a> <a href="/docs/agents">Agents</a> <a href="/openapi.json">OpenAPI</a></nav>
</header>
<main>
${body}
</main>
${script === '' ? '' : `<script>${script}</script>`}
</body>
</html>
`
}
