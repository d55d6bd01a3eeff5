/** The style of the documentation page, for light and dark mode. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1d2329;--soft:#5c6670;--line:#e3e0d8;--accent:#0b6b74;--code:#f2f0ea;--get:#0b6b74;--post:#2f6d2c;--put:#8a5a00;--delete:#a3302a}
@media(prefers-color-scheme:dark){:root{--ground:#14181c;--card:#1b2126;--ink:#e4e8ea;--soft:#98a4ad;--line:#2c353c;--accent:#5cc6cf;--code:#232b31;--get:#5cc6cf;--post:#86c97f;--put:#e0b255;--delete:#ee8a82}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1.5rem}
body{margin:0;display:grid;grid-template-columns:16rem minmax(0,1fr);background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent);text-decoration:none}
a:hover{text-decoration:underline}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:2rem 1.5rem;border-right:1px solid var(--line)}
nav .home{font-weight:700;font-size:1.25rem;color:var(--ink)}
nav ul{list-style:none;margin:1.25rem 0;padding:0}
nav li{padding:.15rem 0}
nav small,.note,.place,.media,.header{color:var(--soft)}
nav small{font-variant-numeric:tabular-nums}
.file,code,pre,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
main{max-width:62rem;width:100%;padding:2.5rem clamp(1rem,4vw,3.5rem) 6rem}
h1{margin:0 0 1rem;font-size:2rem;line-height:1.2}
h1 small{font-size:1rem;font-weight:400;color:var(--soft)}
h2{margin:3.5rem 0 1rem;font-size:1.375rem}
h3{margin:0 0 .5rem;font-size:1rem}
h4{margin:1.25rem 0 .4rem;font-size:.8125rem;letter-spacing:.04em;text-transform:uppercase;color:var(--soft)}
p{margin:.5rem 0}
code{background:var(--code);border-radius:4px;padding:.1em .35em}
pre{margin:.75rem 0;padding:.9rem 1.1rem;overflow:auto;background:var(--code);border-radius:8px;line-height:1.5}
.operation,.schema{margin:.5rem 0;background:var(--card);border:1px solid var(--line);border-radius:10px}
.schema{padding:1rem 1.25rem}
.schema:target{border-color:var(--accent)}
summary{display:flex;align-items:baseline;gap:.9rem;padding:.7rem 1.1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover .path{color:var(--accent)}
summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:10px}
.method{flex:none;width:4.25rem;font-weight:700;font-size:.75rem;letter-spacing:.05em;color:var(--get)}
.method.post{color:var(--post)}.method.put,.method.patch{color:var(--put)}.method.delete{color:var(--delete)}
.path{background:none;padding:0;overflow-wrap:anywhere}
.summary{margin-left:auto;text-align:right;color:var(--soft);font-size:.9375rem}
.body{padding:.25rem 1.25rem 1rem;border-top:1px solid var(--line)}
.who{font-weight:600}
.members{list-style:none;margin:.25rem 0;padding:0}
.members .members{margin:.15rem 0 .15rem .4rem;padding-left:1rem;border-left:1px solid var(--line)}
.members li{padding:.12rem 0}
.members b,.name+b{color:var(--delete);margin-left:.15rem}
.place{font-size:.8125rem;font-style:italic}
.note{font-size:.875rem;overflow-wrap:anywhere}
.status{display:inline-block;min-width:2.5rem}
.media,.header{font-size:.875rem}
.errors{margin-top:.9rem;color:var(--soft);font-size:.875rem}
dl{display:grid;grid-template-columns:4rem 1fr;gap:.4rem 1rem;margin:0}
dt{font-weight:700}dd{margin:0}
@media(max-width:52rem){body{display:block}nav{position:static;height:auto;padding:1.25rem 1rem;border-right:0;border-bottom:1px solid var(--line)}nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.75rem 0}summary{flex-wrap:wrap;gap:.25rem .75rem}.summary{margin-left:0;width:100%;text-align:left}}
@media(prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
`;
