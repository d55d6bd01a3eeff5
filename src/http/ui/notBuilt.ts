/** The page at `/admin` if the interface has not been built. */
export const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Quire</title></head>
<body><h1>The editor's interface has not been built</h1>
<p>Run <code>npm run build</code> in Quire's folder, then reload this page. There is no need to restart the server.</p>
<p>Everything else works without it: see <a href="/api/docs">the documentation of the API</a>.</p></body></html>
`;
