import { posix } from 'node:path';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import { type ParsedLocation, placeholdersOf, stemOf } from '../../model/location.ts';
import { agreed, type ValueClash } from '../../model/merge/threeVersions.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { MergeUnit, SideFile } from './matchFiles.ts';
import { isSameFile } from './treeVersion.ts';

/** The path of a merged file. */
export interface MergedLocation {
  readonly path: string;
  readonly located: ParsedLocation | null;
}

/** A unit with the place of its merged file. */
export interface LocatedUnit extends MergeUnit {
  /** Null if the file is gone, or cannot be where theirs has it. */
  readonly place: MergedLocation | null;
  /** Parts of the place that both sides have changed differently. */
  readonly clashes: readonly ValueClash[];
  /** The file of ours at the place where theirs has added this one, which is left out. */
  readonly barredBy?: SideFile;
}

/** Decides the place of each unit: where a side has moved it; if both have, where ours did. */
export function locateMergeUnits(units: readonly MergeUnit[], prefix: string): readonly LocatedUnit[] {
  const placed = units.map((unit) => locateUnit(unit, prefix));
  const byPlace = new MultiMap<string, LocatedUnit>();
  for (const unit of placed) if (unit.place) byPlace.add(locationKey(unit.place), unit);
  return placed.map((unit) => {
    const rivals = unit.place ? byPlace.get(locationKey(unit.place)) : [];
    const owner = rivals.length > 1 ? rivals.find(isAtHome) : undefined;
    return owner && !isAtHome(unit) ? giveWay(unit, owner) : unit;
  });
}

const locationKey = ({ path, located }: MergedLocation): string => (located ? `${located.kind} ${located.key}` : path);

/** Whether ours already has the unit at its place. */
const isAtHome = ({ ours, place }: LocatedUnit): boolean =>
  ours !== undefined && place !== null && locationKey(ours) === locationKey(place);

/** Gives up a place that another unit owns: a unit that ours has elsewhere stays there, a new one is left out. */
function giveWay(unit: LocatedUnit, owner: LocatedUnit): LocatedUnit {
  const { base, ours, theirs, place } = unit;
  if (!ours) return { ...unit, place: null, ...(owner.ours && { barredBy: owner.ours }) };
  const names = ours.located ? placeholdersOf(ours.located.kind) : [];
  const valueIn = (file: MergedLocation | null | undefined, name: string): string | undefined =>
    file?.located?.values[name];
  const clashes = names
    .filter((name) => valueIn(ours, name) !== valueIn(place, name))
    .map((name) => {
      return { path: [name], base: valueIn(base, name), ours: valueIn(ours, name), theirs: valueIn(theirs, name) };
    });
  return { ...unit, place: ours, clashes: [...unit.clashes, ...clashes] };
}

function locateUnit(unit: MergeUnit, prefix: string): LocatedUnit {
  const { base, ours, theirs } = unit;
  const left = ours ?? theirs;
  const isGone = base && !(ours && theirs) && (left === undefined || isSameSideFile(base, left));
  if (left === undefined || isGone) return { ...unit, place: null, clashes: [] };
  if (!ours || !theirs) return { ...unit, place: left, clashes: [] };
  if (!ours.located || !theirs.located) return { ...unit, place: laterOf(base, ours, theirs), clashes: [] };
  const clashes: ValueClash[] = [];
  const values = mergeValues({ base, ours, theirs }, clashes);
  const stem = `${stemOf(ours.located.kind, values)}${posix.extname(ours.path)}`;
  const located = locateFile('content', stem);
  const sides = [laterOf(base, ours, theirs), ours, theirs];
  const standing = sides.find((file) => file.located?.key === located?.key);
  const place = standing ?? (located ? { path: `${prefix}${stem}`, located } : ours);
  return { ...unit, place, clashes };
}

const isSameSideFile = (base: SideFile, file: SideFile): boolean => file.path === base.path && isSameFile(file, base);

/** The file of the side that has moved it; ours if both have. */
const laterOf = (base: SideFile | undefined, ours: SideFile, theirs: SideFile): SideFile =>
  base && ours.path === base.path ? theirs : ours;

interface UnitSides {
  readonly base: SideFile | undefined;
  readonly ours: SideFile;
  readonly theirs: SideFile;
}

/** Merges the values in the path of a record, each on its own. */
function mergeValues({ base, ours, theirs }: UnitSides, clashes: ValueClash[]): Readonly<Record<string, string>> {
  const own = ours.located!.values;
  return Object.fromEntries(
    Object.keys(own).map((name) => {
      const versions = { base: base?.located?.values[name], ours: own[name], theirs: theirs.located!.values[name] };
      const settled = agreed(versions);
      if (!settled) clashes.push({ path: [name], ...versions });
      // Both sides have every part of a path.
      return [name, String((settled ?? { value: versions.ours }).value)];
    }),
  );
}
