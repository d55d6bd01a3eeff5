import { printSchema } from 'graphql';
import type { Lookup } from '../../../model/entry.ts';
import { graphqlSchema } from '../schema.ts';
import { describeTypes } from './describeTypes.ts';
import { readTypeModel } from './typeModel.ts';

/** The schema of a site in GraphQL's language. */
export const printSiteSchema = (lookup: Pick<Lookup, 'all' | 'code'>): string =>
  `${printSchema(graphqlSchema(describeTypes(readTypeModel(lookup))))}\n`;
