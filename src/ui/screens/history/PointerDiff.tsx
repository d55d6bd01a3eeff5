import { useQuery } from '@tanstack/react-query';
import { namedPageQuery } from '../../parts/PagePicker.tsx';
import { useMediaItem } from '../../wire/useMediaItem.ts';
import { useTerms } from '../../wire/useTerms.ts';
import type { LabelledChange } from './changes.ts';
import classes from './ValueDiff.module.css';

/** An id, or the key that stands for it in files. */
type Pointer = number | string;

interface PointerProps {
  readonly pointer: Pointer;
}

/** What a value points at, by the kind of its field. */
const NAMES = { media: MediaName, gallery: MediaName, page: PageName, reference: PageName, term: TermName } as const;

export type PointerKind = keyof typeof NAMES;

/** The kind of pointers that a value consists of; undefined if it is something else. */
export function pointerKindOf({ key, field }: LabelledChange, name: string): PointerKind | undefined {
  if (name === 'terms') return 'term';
  if (name === 'seo/ogImage') return 'media';
  if (key.endsWith('/pageId')) return 'page';
  return isPointerKind(field?.type) ? field.type : undefined;
}

const isPointerKind = (type: string | undefined): type is PointerKind =>
  type !== undefined && Object.hasOwn(NAMES, type);

interface PointerDiffProps {
  readonly change: LabelledChange;
  readonly kind: PointerKind;
}

/** The change of a value that points at something else, or of a list of them, by the names of what they point at. */
export function PointerDiff({ change, kind }: PointerDiffProps) {
  const Name = NAMES[kind];
  const [before, after] = [pointersIn(change.before), pointersIn(change.after)];
  const isReordered = before.length === after.length && before.every((one) => after.includes(one));
  const stays = (pointer: Pointer): boolean => !isReordered && before.includes(pointer) && after.includes(pointer);
  return (
    <ul className={classes.pointers}>
      {before
        .filter((pointer) => !stays(pointer))
        .map((pointer) => (
          <li key={`before ${pointer}`}>
            <del>
              <Name pointer={pointer} />
            </del>
          </li>
        ))}
      {after.map((pointer) => {
        const Part = stays(pointer) ? 'span' : 'ins';
        return (
          <li key={`after ${pointer}`}>
            <Part>
              <Name pointer={pointer} />
            </Part>
          </li>
        );
      })}
    </ul>
  );
}

const isPointer = (value: unknown): value is Pointer => typeof value === 'number' || typeof value === 'string';

/** Each once, as keys of elements. */
const pointersIn = (value: unknown): readonly Pointer[] =>
  [...new Set(Array.isArray(value) ? value : [value])].filter(isPointer);

const idOf = (pointer: Pointer): number | undefined => (typeof pointer === 'number' ? pointer : undefined);

interface NamedProps {
  readonly name: string | undefined;
  readonly pointer: Pointer;
}

/** A key is readable by itself. */
const Named = ({ name, pointer }: NamedProps) => (
  <span dir="auto">{name || (typeof pointer === 'number' ? `#${pointer}` : pointer)}</span>
);

function MediaName({ pointer }: PointerProps) {
  const { item } = useMediaItem(idOf(pointer));
  return <Named name={item?.title || item?.originalName} pointer={pointer} />;
}

function PageName({ pointer }: PointerProps) {
  const { data: page } = useQuery(namedPageQuery(idOf(pointer)));
  return <Named name={page?.title} pointer={pointer} />;
}

function TermName({ pointer }: PointerProps) {
  const vocabularies = useTerms();
  const term = vocabularies
    .flatMap(({ slug, terms }) => terms.map((one) => ({ ...one, key: `${slug}/${one.slug}` })))
    .find(({ id, key }) => id === pointer || key === pointer);
  return <Named name={term?.name} pointer={pointer} />;
}
