import { PointerName } from '../../parts/PointerName.tsx';
import { type Pointer, type PointerKind, pointersIn } from '../../parts/pointers.ts';
import type { LabelledChange } from './changes.ts';
import classes from './ValueDiff.module.css';

interface PointerDiffProps {
  readonly change: LabelledChange;
  readonly kind: PointerKind;
}

/** The change of a value that points at something else, or of a list of them, by the names of what they point at. */
export function PointerDiff({ change, kind }: PointerDiffProps) {
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
              <PointerName kind={kind} pointer={pointer} />
            </del>
          </li>
        ))}
      {after.map((pointer) => {
        const Part = stays(pointer) ? 'span' : 'ins';
        return (
          <li key={`after ${pointer}`}>
            <Part>
              <PointerName kind={kind} pointer={pointer} />
            </Part>
          </li>
        );
      })}
    </ul>
  );
}
