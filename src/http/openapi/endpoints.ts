import { anyObject } from '../../model/schema.ts';
import { DOCS_POLICY, renderDocs } from '../docs/page.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bodyResult, bytesResult } from '../result.ts';
import { describeInterface, type InterfaceInfo, type OpenApiDocument } from './document.ts';

/** What all `endpoints` do, these included: as a document for programs, and as a page for people. */
export function describingEndpoints(endpoints: () => readonly Endpoint[], info: InterfaceInfo): Endpoint[] {
  let made: { readonly document: OpenApiDocument; readonly page: string } | undefined;
  function make(): NonNullable<typeof made> {
    const document = describeInterface(endpoints(), info);
    return { document, page: renderDocs(document) };
  }
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'Read what the interface can do (OpenAPI 3.1)',
      access: 'public',
      result: bodyResult(anyObject()),
      handle() {
        made ??= make();
        return { body: made.document };
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/api/docs',
      summary: 'The same as a page to read',
      access: 'public',
      result: bytesResult('text/html'),
      handle() {
        made ??= make();
        return {
          raw: made.page,
          type: 'text/html; charset=utf-8',
          headers: { 'Content-Security-Policy': DOCS_POLICY },
        };
      },
    }),
  ];
}
