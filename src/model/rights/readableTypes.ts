import { CONTENT_KINDS } from '../entities/index.ts';
import type { Kind } from '../records.ts';
import type { RightsRule } from './rights.ts';

type TypeKind = 'contentType' | 'blockType';

export const isTypeKind = (kind: Kind): kind is TypeKind => kind === 'contentType' || kind === 'blockType';

/**
 * Makes the judge of which types may be read: those whose records may be, because nobody can read or edit a record without
 * its type; and those that a rule is about. A type whose records are all hidden is hidden, too. Block types are also those
 * of the blocks within pages, which may be read with the page.
 */
export function createTypeReading(allow: readonly RightsRule[], deny: readonly RightsRule[]) {
  const allowed = allow.filter(isAboutReading);
  const denied = deny.filter((rule) => isAboutReading(rule) && !isNarrowed(rule));
  return (kind: TypeKind, slug: string): boolean => {
    const isAbout = (rule: RightsRule, about: Kind): boolean => isOn(rule, about) && namesType(rule, slug);
    const holder = kind === 'contentType' ? 'page' : 'block';
    const isHidden = denied.some((rule) => isAbout(rule, kind) || (isAbout(rule, holder) && hidesType(rule, kind)));
    if (isHidden) return false;
    return allowed.some(
      (rule) =>
        (isAbout(rule, kind) && !isNarrowed(rule)) ||
        isAbout(rule, holder) ||
        (kind === 'blockType' && isOn(rule, 'page')),
    );
  };
}

const isAboutReading = ({ do: rights }: RightsRule): boolean => rights.includes('read');

const isOn = ({ on = CONTENT_KINDS }: RightsRule, kind: Kind): boolean => on.includes(kind);

const namesType = ({ types }: RightsRule, slug: string): boolean => types === undefined || types.includes(slug);

/** Whoever may read no reusable block may still read pages, whose blocks have types. */
const hidesType = ({ types }: RightsRule, kind: TypeKind): boolean => kind === 'contentType' || types !== undefined;

/** Whether it is about some records of a type only. */
const isNarrowed = ({ locales, paths, folders, fields, own }: RightsRule): boolean =>
  [locales, paths, folders, fields].some((one) => one !== undefined) || own === true;
