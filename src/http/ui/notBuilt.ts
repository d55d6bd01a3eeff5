/** What stands at `/admin` where the interface has not been built. */
export const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Quire</title></head>
<body><h1>The editor's interface has not been built</h1>
<p>Run <code>npm run build</code> in Quire's folder, then load this page again: the server need not be restarted.</p>
<p>Everything else works without it: <a href="/api/docs">what the server answers</a>.</p></body></html>
`;
