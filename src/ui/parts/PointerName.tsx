import { useQuery } from '@tanstack/react-query';
import { useMediaItem } from '../wire/useMediaItem.ts';
import { useTerms } from '../wire/useTerms.ts';
import { namedPageQuery } from './PagePicker.tsx';
import type { Pointer, PointerKind } from './pointers.ts';

interface PointerProps {
  readonly pointer: Pointer;
}

/** What shows the name, by the kind of the field. */
const NAMES: Readonly<Record<PointerKind, typeof PageName>> = {
  media: MediaName,
  gallery: MediaName,
  page: PageName,
  reference: PageName,
  term: TermName,
};

/** The name of what a value points at. */
export function PointerName({ kind, pointer }: PointerProps & { readonly kind: PointerKind }) {
  const Name = NAMES[kind];
  return <Name pointer={pointer} />;
}

interface NamedProps extends PointerProps {
  readonly name: string | undefined;
}

/** A key is readable by itself. */
const Named = ({ name, pointer }: NamedProps) => (
  <span dir="auto">{name || (typeof pointer === 'number' ? `#${pointer}` : pointer)}</span>
);

const readPointerId = (pointer: Pointer): number | undefined => (typeof pointer === 'number' ? pointer : undefined);

function MediaName({ pointer }: PointerProps) {
  const { item } = useMediaItem(readPointerId(pointer));
  return <Named name={item?.title || item?.originalName} pointer={pointer} />;
}

function PageName({ pointer }: PointerProps) {
  const { data: page } = useQuery(namedPageQuery(readPointerId(pointer)));
  return <Named name={page?.title} pointer={pointer} />;
}

function TermName({ pointer }: PointerProps) {
  const vocabularies = useTerms();
  const term = vocabularies
    .flatMap(({ slug, terms }) => terms.map((one) => ({ ...one, key: `${slug}/${one.slug}` })))
    .find(({ id, key }) => id === pointer || key === pointer);
  return <Named name={term?.name} pointer={pointer} />;
}
