import { lazily } from '../../lib/list/lazily.ts';
import { runStepsInSlices } from '../../lib/turn/runSteps.ts';
import { anyObject } from '../../model/schema/schema.ts';
import { DOCS_POLICY, renderDocs } from '../docs/renderDocs.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bodyResult, bytesResult } from '../result.ts';
import { describeInterface, type InterfaceInfo } from './document.ts';

/** The description of all `endpoints`, including these: as a document for programs, and as a page for people. */
export function describingEndpoints(endpoints: () => readonly Endpoint[], info: InterfaceInfo): Endpoint[] {
  const document = lazily(() => runStepsInSlices(describeInterface(endpoints(), info)));
  const page = lazily(async () => runStepsInSlices(renderDocs(await document())));
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
