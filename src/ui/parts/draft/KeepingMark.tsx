import { useTranslation } from 'react-i18next';
import type { AutoSaveState } from './createAutoSaver.ts';
import classes from './KeepingMark.module.css';

interface KeepingMarkProps {
  readonly keeping: AutoSaveState;
  /** Whether something is typed that is not saved. */
  readonly isChanged: boolean;
}

/** Says whether what is typed is kept, and where. */
export function KeepingMark({ keeping, isChanged }: KeepingMarkProps) {
  const { t } = useTranslation();
  return (
    <span role="status" className={classes.mark} data-keeping={keeping}>
      {isChanged && keeping !== 'none' ? t(`draft.keeping.${keeping}`) : null}
    </span>
  );
}
