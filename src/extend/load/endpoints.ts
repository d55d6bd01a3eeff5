import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { answerWholeList, wholeListQuery } from '../../http/request/wholeList.ts';
import { listResult } from '../../http/result.ts';
import { choice, list, namedSchema, object } from '../../model/schema/schema.ts';
import { booleanShape, integerShape, orNull, stringShape, timeShape } from '../../view/shapes/values.ts';
import type { Effects } from '../effects/openEffects.ts';
import type { ExtensionStates } from '../judge/guard.ts';
import { identifyExtension, type LoadedExtension } from '../loaded.ts';
import { showNeeds } from './noteExtensions.ts';

const EXTENSION = namedSchema(
  'Extension',
  object({
    name: stringShape,
    version: stringShape,
    hash: stringShape,
    needs: object({
      hosts: list(stringShape),
      secrets: list(stringShape),
      writes: orNull(choice('changes', 'live')),
    }),
    failing: list(
      object({ part: stringShape, isOff: booleanShape, failures: integerShape, reason: stringShape, at: timeShape }),
    ),
    hasEffects: booleanShape,
    stopped: orNull(stringShape),
  }),
);

interface ExtensionDeps {
  readonly extensions: readonly LoadedExtension[];
  readonly judge: { readonly states: Pick<ExtensionStates, 'list'> };
  readonly effects: Pick<Effects, 'has' | 'stopped'>;
}

/** The extensions that run, for admins: what each may do, and what has failed since the start. */
export const extensionEndpoints = ({ extensions, judge, effects }: ExtensionDeps): readonly Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/extensions',
    summary: 'List the extensions that run, with what they need and what has failed since the start',
    access: 'admin',
    result: listResult(EXTENSION),
    query: wholeListQuery,
    handle: ({ query }) =>
      answerWholeList(extensions, query, (one) => ({
        ...identifyExtension(one),
        needs: showNeeds(one),
        failing: showFailing(one, judge.states),
        hasEffects: effects.has(one.definition.name),
        stopped: effects.stopped(one.definition.name),
      })),
  }),
];

const showFailing = ({ definition }: LoadedExtension, states: Pick<ExtensionStates, 'list'>): readonly object[] =>
  states
    .list()
    .filter(({ extension }) => extension === definition.name)
    .map(({ part, isOff, failures, reason, at }) => ({ part, isOff, failures, reason, at }));
