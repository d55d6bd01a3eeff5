import { anyObject } from '../../model/schema.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { bodyResult } from '../result.ts';
import { describeInterface, type InterfaceInfo } from './document.ts';

/** `GET /api/openapi.json`: what all `endpoints` do, itself included. */
export function describingEndpoints(endpoints: () => readonly Endpoint[], info: InterfaceInfo): Endpoint[] {
  let document: object | undefined;
  return [
    defineEndpoint({
      method: 'GET',
      path: '/api/openapi.json',
      summary: 'Read what the interface can do (OpenAPI 3.1)',
      access: 'public',
      result: bodyResult(anyObject()),
      handle() {
        document ??= describeInterface(endpoints(), info);
        return { body: document };
      },
    }),
  ];
}
