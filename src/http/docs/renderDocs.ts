import { createHash } from 'node:crypto';
import type { WorkSteps } from '../../lib/turn/runSteps.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { type Html, html, inline, prose, raw } from './html.ts';
import { type ApiOperation, type DocumentContext, renderOperation } from './operation.ts';
import { type DocumentedSchema, schemaId, showBounds, showMembers, showType } from './shape.ts';
import { STYLE } from './style.ts';

/** The Content-Security-Policy of the page: it may load nothing but its own style. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface OperationGroup {
  readonly name: string;
  readonly operations: readonly ApiOperation[];
}

/** An OpenAPI document as a page that works without scripts, made step by step. */
export function* renderDocs(document: OpenApiDocument): WorkSteps<string> {
  const { info, servers, components } = document;
  // The document comes from `describeInterface`, which makes these shapes.
  const around = { siteUrl: servers[0]?.url ?? '', ...components } as unknown as DocumentContext;
  const groups = groupOperations(document);
  const sections: Html[] = [];
  for (const { name, operations } of groups) {
    const shown: Html[] = [];
    for (const operation of operations) {
      shown.push(renderOperation(operation, around));
      yield;
    }
    sections.push(html`<section id="${groupId(name)}"><h2>${name}</h2>${shown}</section>`);
  }
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${info.title} interface</title><link rel="icon" href="data:,"><style>${raw(STYLE)}</style></head>
<body><nav>${showContents(groups)}</nav>
<main><header><h1>${info.title} <small>${info.version}</small></h1>${prose(info.description)}${showBeginning(around)}</header>
${sections}
${showErrors(around)}
<section id="schemas"><h2>Shapes</h2>${Object.entries(around.schemas).map(showSchema)}</section></main></body></html>
`.markup;
}

function groupOperations({ tags, paths }: OpenApiDocument): readonly OperationGroup[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method }) as unknown as ApiOperation),
  );
  const groups = tags.map(({ name }) => ({ name, operations: operations.filter((one) => one.tags.includes(name)) }));
  // What most people look for comes first, endpoints for machines come last.
  const rank = ({ name }: OperationGroup): number => (name === 'Public content' ? 0 : name === 'Service' ? 2 : 1);
  return groups.sort((a, b) => rank(a) - rank(b));
}

const groupId = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

const showContents = (groups: readonly OperationGroup[]): Html => html`<a class="home" href="#">Quire</a>
<ul>${groups.map(({ name, operations }) => html`<li><a href="#${groupId(name)}">${name}</a> <small>${operations.length}</small></li>`)}<li><a href="#errors">Errors</a></li><li><a href="#schemas">Shapes</a></li></ul>
<a class="file" href="openapi.json">openapi.json</a>`;

const showBeginning = ({
  siteUrl,
}: DocumentContext): Html => html`<pre>TOKEN=$(curl -s ${siteUrl}/api/admin/auth/login \\
  -H 'Content-Type: application/json' \\
  -d '{"email":"ada@example.org","password":"correct horse"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')</pre>`;

const showErrors = ({ responses }: DocumentContext): Html =>
  html`<section id="errors"><h2>Errors</h2><dl>${Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .map(([status, { description = '' }]) => html`<dt>${status}</dt><dd>${inline(description)}</dd>`)}</dl></section>`;

const showSchema = ([name, schema]: readonly [string, DocumentedSchema]): Html =>
  html`<article class="schema" id="${schemaId(name)}"><h3>${name}</h3>${showMembers(schema) ?? html`<p><span class="type">${showType(schema)}</span> <span class="note">${showBounds(schema)}</span></p>`}</article>`;
