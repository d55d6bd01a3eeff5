import type { PageSearchIndexes } from '../../store/search/search.ts';
import type { Endpoint } from '../endpoint.ts';
import { graphqlEndpoints } from '../graphql/endpoints.ts';
import { batchEndpoints } from './batch.ts';
import { type PlainDeps, plainEndpoints } from './plainEndpoints.ts';
import { type PreviewDeps, previewEndpoints } from './preview.ts';
import { searchEndpoints } from './search.ts';

export interface ContentDeps extends PreviewDeps, PlainDeps {
  /** Made on first use. */
  readonly search: () => PageSearchIndexes;
  /** Whether GraphQL answers introspection and suggests names. */
  readonly tellsSchema: boolean;
  /** Whether GraphQL answers are kept in memory: not worth it for content that few ask for. */
  readonly remembersAnswers: boolean;
}

/** The content interface (contract, section 6). */
export const contentEndpoints = ({
  search,
  tellsSchema,
  remembersAnswers,
  preview,
  ...plain
}: ContentDeps): Endpoint[] => [
  ...plainEndpoints(plain),
  ...searchEndpoints(plain.content, search),
  ...batchEndpoints(plain.content),
  ...graphqlEndpoints({ content: plain.content, isOpen: tellsSchema, remembersAnswers }),
  ...previewEndpoints({ preview }),
];
