import {
  type DocumentNode,
  type ExecutionArgs,
  execute,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  getNullableType,
  isListType,
} from 'graphql';
import { processRequest } from 'graphql-helix';
import { waitForTurn } from '../../lib/turn/createYieldIfBusy.ts';
import { CmsError } from '../../model/errors.ts';
import type { PublicContent } from '../../view/publicContent.ts';
import { LIGHT, roomAfter } from '../answer/writeJson.ts';
import { createShowWritten } from '../content/showWritten.ts';
import { writeInThread } from '../content/writeInThread.ts';
import { createQueryParser } from './readDocument.ts';
import type { GraphQLRequest } from './request.ts';
import { createRoot, findField } from './resolvers.ts';
import { graphqlSchema } from './schema.ts';
import { showError } from './showError.ts';
import { describeTypes } from './typed/describeTypes.ts';
import { createTypedRoot } from './typed/typedQueries.ts';
import { readTypeModel } from './typed/typeModel.ts';

/** How long a run may take, not counting the turns of others. */
const TIMEOUT_MS = 2000;
const SLICE_MS = 5;
/** How many plain values may be read between two looks at the clock. */
const READ_AT_ONCE = 64;
/** The items of a longer list are completed in groups of this many, each in a turn of its own. */
const ITEMS_AT_ONCE = 100;
/** How often a request is run if the content keeps changing meanwhile. */
const MAX_RUNS = 3;

export interface ExecutorOptions {
  readonly content: PublicContent;
  /** Whether callers may ask for the schema, and errors suggest similar names. */
  readonly isOpen: boolean;
}

export interface ExecutionOutcome {
  readonly status: number;
  readonly result: FormattedExecutionResult;
  /** Whether it is known to be quick to write as JSON. */
  readonly isLight: boolean;
}

/** A fixed request for the library: the endpoint decides about methods and headers. */
const REQUEST = { method: 'POST', headers: { accept: 'application/json' }, body: {}, query: {} };

/** Makes the function that runs requests. The status is 400 if nothing could be run. */
export function createExecutor({
  content,
  isOpen,
}: ExecutorOptions): (request: GraphQLRequest) => Promise<ExecutionOutcome> {
  const root = createRoot(content);
  const showWritten = createShowWritten(writeInThread());
  const present = onceForTypes(content, () => {
    const model = readTypeModel(content);
    const schema = graphqlSchema(describeTypes(model));
    const rootValue = { ...root, ...createTypedRoot({ content, model, showWritten }) };
    return { schema, rootValue, readDocument: createQueryParser(schema, isOpen) };
  });

  async function run(
    { variables, operationName }: GraphQLRequest,
    query: DocumentNode,
    reader: FieldReader,
  ): Promise<ExecutionOutcome> {
    const { schema, rootValue } = present();
    const answer = await processRequest<unknown, unknown>({
      schema,
      query,
      variables: { ...variables },
      ...(operationName !== undefined && { operationName }),
      request: REQUEST,
      rootValueFactory: () => rootValue,
      validate: () => [],
      execute: (args: ExecutionArgs) => execute({ ...args, fieldResolver: reader.read }),
    });
    if (answer.type !== 'RESPONSE' || answer.status === 500) throw new Error('A GraphQL operation cannot be run');
    return { ...toExecuted(answer.payload, isOpen), isLight: !answer.payload.errors && reader.isLight() };
  }

  return async (request) => {
    const asked = present().readDocument(request.query);
    if ('errors' in asked) return { status: 400, result: { errors: asked.errors }, isLight: true };
    for (let runs = 1; ; runs += 1) {
      const edition = content.edition();
      // Under constant writes it would never end, so the last run is not sliced.
      const reader = createFieldReader(runs < MAX_RUNS);
      const executed = await run(request, asked.document, reader);
      if (!reader.hasWaited() || content.edition() === edition) return executed;
    }
  };
}

/** Makes something of the types of a site, and anew when they have changed. */
function onceForTypes<T>(content: PublicContent, make: () => T): () => T {
  let made: { readonly types: readonly object[]; readonly value: T } | undefined;
  return () => {
    const types = [...content.all('contentType'), ...content.all('blockType')];
    const isSame = made?.types.length === types.length && types.every((one, at) => one === made?.types[at]);
    if (!made || !isSame) made = { types, value: make() };
    return made.value;
  };
}

interface Payload {
  readonly data?: unknown;
  readonly errors?: readonly GraphQLError[];
}

/** Only an operation that was run has `data`, which may be null. */
function toExecuted({ data, errors = [] }: Payload, isOpen: boolean): Pick<ExecutionOutcome, 'status' | 'result'> {
  const result = {
    ...(errors.length > 0 && { errors: errors.map((error) => showError(error, isOpen)) }),
    ...(data !== undefined && { data: data as FormattedExecutionResult['data'] & object }),
  };
  return { status: data === undefined ? 400 : 200, result };
}

type ReadField = GraphQLFieldResolver<Readonly<Record<string, unknown>>, unknown>;

/** Reads the fields of one run. */
interface FieldReader {
  readonly read: ReadField;
  /** Whether it let others run in between: then the result may mix several versions of the content. */
  hasWaited(): boolean;
  /** Whether the result is quick to write as JSON. Measured here, because the objects of a result are slow to walk. */
  isLight(): boolean;
}

/** Reads fields in slices and stops when the time is over: reading is synchronous, so nothing else can end it. */
function createFieldReader(isSliced: boolean): FieldReader {
  let [spentMs, since] = [0, performance.now()];
  let turn: Promise<void> | null = null;
  let hasWaited = false;
  let [room, unclocked] = [LIGHT, 0];
  function wait(): Promise<void> {
    hasWaited = true;
    spentMs += performance.now() - since;
    return waitForTurn().then(() => {
      turn = null;
      since = performance.now();
    });
  }
  function weigh(value: unknown, type: GraphQLOutputType): unknown {
    if (room >= 0) room = roomAfter(value, room);
    const isLong = Array.isArray(value) && value.length > ITEMS_AT_ONCE;
    return isSliced && isLong && isListType(getNullableType(type)) ? spread(value) : value;
  }
  /** A long list whose items come in groups: one promise an item costs far less than one for each of its fields. */
  function spread(items: readonly unknown[]): readonly unknown[] {
    let group = Promise.resolve();
    return items.map((item, at) => {
      if (at < ITEMS_AT_ONCE) return item;
      if (at % ITEMS_AT_ONCE === 0) group = group.then(() => (turn ??= wait()));
      return group.then(() => item);
    });
  }
  /** Whether the slice is over. Throws if the whole time is. */
  function isOver(): boolean {
    unclocked = 0;
    const sliceMs = performance.now() - since;
    if (spentMs + sliceMs > TIMEOUT_MS) throw new CmsError('VALIDATION', 'The operation takes too long');
    return isSliced && sliceMs >= SLICE_MS;
  }
  const read: ReadField = (source, args, context, info) => {
    const value = findField(source, info.fieldName);
    unclocked += 1;
    const isExpensive = typeof value === 'function' || unclocked > READ_AT_ONCE;
    if (turn === null && !(isExpensive && isOver()))
      return weigh(typeof value === 'function' ? value(args) : value, info.returnType);
    // All further fields of this slice wait for the same turn.
    turn ??= wait();
    return turn.then(() => read(source, args, context, info));
  };
  return { read, hasWaited: () => hasWaited, isLight: () => room >= 0 };
}
