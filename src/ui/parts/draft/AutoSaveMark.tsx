import { useTranslation } from 'react-i18next';
import classes from './AutoSaveMark.module.css';
import type { AutoSaveState } from './createAutoSaver.ts';

interface AutoSaveMarkProps {
  readonly keeping: AutoSaveState;
  /** Whether something is typed that is not saved. */
  readonly isChanged: boolean;
}

/** Says whether what is typed is kept, and where. */
export function AutoSaveMark({ keeping, isChanged }: AutoSaveMarkProps) {
  const { t } = useTranslation();
  return (
    <span role="status" className={classes.mark} data-keeping={keeping}>
      {isChanged && keeping !== 'none' ? t(`draft.keeping.${keeping}`) : null}
    </span>
  );
}
