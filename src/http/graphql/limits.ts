import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** SECURITY 31. */
export const MAX_TOKENS = 1000;
const MAX_DEPTH = 10;
const MAX_ALIASES = 15;
const MAX_ROOT_FIELDS = 10;
const MAX_COST = 5000;
/** Pages of a list: the maximum limit and the default. */
const MAX_LIST = 50;
const DEFAULT_LIST = 20;
/** The assumed lengths of lists without a limit. */
const LISTS: ReadonlyMap<string, number> = new Map([
  ['menus', 10],
  ['taxonomies', 10],
  ['backlinks', 20],
]);

/** The weight of a set of fields, including its fragments. */
interface Weight {
  /** Levels of fields, not counting `children`. */
  readonly depth: number;
  /** A field that is repeated in a selection counts as an alias. */
  readonly aliases: number;
  readonly fields: number;
  /** Fields that are resolved, each times the lengths of the lists it is in. */
  readonly cost: number;
  /** The cost of one item in `data`; the field above it says how many there are. */
  readonly itemCost: number;
}

const NOTHING: Weight = { depth: 0, aliases: 0, fields: 0, cost: 0, itemCost: 0 };

const addWeights = (a: Weight, b: Weight): Weight => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  fields: a.fields + b.fields,
  cost: a.cost + b.cost,
  itemCost: a.itemCost + b.itemCost,
});

/** The most pages that a field may return; a limit in a variable counts as the maximum. */
function maxListLength({ arguments: args = [] }: FieldNode): number {
  const limit = args.find((argument) => argument.name.value === 'limit')?.value;
  if (limit === undefined) return DEFAULT_LIST;
  return limit.kind === Kind.INT ? Math.min(Math.max(Number(limit.value), 1), MAX_LIST) : MAX_LIST;
}

function estimateFieldCost(field: FieldNode, { cost, itemCost }: Weight): Pick<Weight, 'cost' | 'itemCost'> {
  const name = field.name.value;
  if (name === 'data') return { cost: 1, itemCost: cost + itemCost };
  const items = itemCost === 0 ? 0 : maxListLength(field) * itemCost;
  return { cost: 1 + items + (LISTS.get(name) ?? 1) * cost, itemCost: 0 };
}

/**
 * Makes the function that weighs selections. Each fragment is weighed once, so nested fragments take time in proportion
 * to their text.
 */
function createScale({ definitions }: DocumentNode): (set: SelectionSetNode | undefined) => Weight {
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const weights = new Map<string, Weight>();

  function weighFragment(name: string): Weight {
    const known = weights.get(name);
    if (known) return known;
    // A fragment that contains itself is refused by a validation rule.
    weights.set(name, NOTHING);
    const weight = weigh(fragments.get(name));
    weights.set(name, weight);
    return weight;
  }

  function weighField(field: FieldNode, isAgain: boolean): Weight {
    const isIntrospection = field.name.value.startsWith('__');
    const inner = weigh(field.selectionSet);
    const level = isIntrospection || field.name.value === 'children' ? 0 : 1;
    return {
      depth: isIntrospection ? 0 : inner.depth + level,
      aliases: inner.aliases + (field.alias || isAgain ? 1 : 0),
      fields: 1,
      ...estimateFieldCost(field, inner),
    };
  }

  /** `names` are the fields already seen in the same selection. */
  function weigh(set: SelectionSetNode | undefined, names = new Set<string>()): Weight {
    return (set?.selections ?? []).reduce<Weight>((sum, one) => {
      if (one.kind === Kind.FIELD) {
        const isAgain = names.has(one.name.value);
        names.add(one.name.value);
        return addWeights(sum, weighField(one, isAgain));
      }
      return addWeights(
        sum,
        one.kind === Kind.INLINE_FRAGMENT ? weigh(one.selectionSet, names) : weighFragment(one.name.value),
      );
    }, NOTHING);
  }
  return weigh;
}

const LIMITS: readonly { readonly of: keyof Weight; readonly most: number; readonly noun: string }[] = [
  { of: 'depth', most: MAX_DEPTH, noun: 'levels of fields' },
  { of: 'aliases', most: MAX_ALIASES, noun: 'aliases and repeated fields' },
  { of: 'fields', most: MAX_ROOT_FIELDS, noun: 'fields at its root' },
  { of: 'cost', most: MAX_COST, noun: 'values, list lengths multiplied in' },
];

/**
 * Reports each operation that exceeds a limit. Call it before the document is validated: graphql compares each field
 * with all others of its name, which takes a tenth of a second for hundreds of them.
 */
export function findExcess(document: DocumentNode): readonly GraphQLError[] {
  const weigh = createScale(document);
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const weight = weigh(node.selectionSet);
    return LIMITS.filter(({ of, most }) => weight[of] > most).map(
      ({ of, most, noun }) =>
        new GraphQLError(`The operation has ${weight[of]} ${noun}; at most ${most} are allowed`, { nodes: node }),
    );
  });
}

/** A validation rule that refuses everything but queries. */
export const readOnlyRule = (context: ValidationContext): ASTVisitor => ({
  OperationDefinition(node: OperationDefinitionNode) {
    if (node.operation === OperationTypeNode.QUERY) return;
    context.reportError(new GraphQLError('Only queries are allowed here', { nodes: node }));
  },
});
