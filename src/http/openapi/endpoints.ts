import { runStepsInSlices } from '../../lib/turn/runSteps.ts';
import { anyObject } from '../../model/schema/schema.ts';
import { DOCS_POLICY, renderDocs } from '../docs/renderDocs.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bodyResult, bytesResult } from '../result.ts';
import { describeInterface, type InterfaceInfo, type OpenApiDocument } from './document.ts';
import type { DescribedTypes } from './valueShapes.ts';

interface DescribedSite extends InterfaceInfo {
  readonly types: DescribedTypes;
}

/** The description of all `endpoints`, including these: as a document for programs, and as a page for people. */
export function describingEndpoints(endpoints: () => readonly Endpoint[], site: DescribedSite): Endpoint[] {
  const documentOf = keepLatest(() => runStepsInSlices(describeInterface(endpoints(), site)));
  const pageOf = keepLatest(async (version) => runStepsInSlices(renderDocs(await documentOf(version))));
  const document = (): Promise<OpenApiDocument> => documentOf(versionOf(site.types));
  const page = (): Promise<string> => pageOf(versionOf(site.types));
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'Read the description of the interface (OpenAPI 3.1)',
      access: 'public',
      result: bodyResult(anyObject()),
      handle: async () => ({ body: await document() }),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/docs',
      summary: 'Read the same description as a web page',
      access: 'public',
      result: bytesResult('text/html'),
      handle: async () => ({
        raw: await page(),
        type: 'text/html; charset=utf-8',
        headers: { 'Content-Security-Policy': DOCS_POLICY },
      }),
    }),
  ];
}

/** Changes whenever a type does. */
const versionOf = ({ all }: DescribedTypes): string =>
  [...all('contentType'), ...all('blockType')].map(({ key, rev }) => `${key} ${rev}`).join('\n');

/** Makes a value for each version, and keeps the last one. */
function keepLatest<T>(make: (version: string) => T): (version: string) => T {
  let kept: { readonly version: string; readonly value: T } | undefined;
  return (version) => {
    if (kept?.version !== version) kept = { version, value: make(version) };
    return kept.value;
  };
}
