import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../parts/localeName.ts';
import classes from './LanguageMarks.module.css';
import type { PageRow } from './queries.ts';

interface LanguageMarksProps {
  readonly page: PageRow;
}

/** The language of a page, and links to its translations. Their style shows which of them are live. */
export function LanguageMarks({ page }: LanguageMarksProps) {
  const { t, i18n } = useTranslation();
  const others = [...page.translations].sort((one, other) => one.locale.localeCompare(other.locale));
  const wordsOf = ({ locale, status }: Pick<PageRow, 'locale' | 'status'>): string =>
    `${localeName(locale, i18n.language)}: ${t(`pages.statuses.${status}`)}`;
  return (
    <span className={classes.marks}>
      <span className={classes.mark} data-status={page.status} data-here title={wordsOf(page)}>
        {page.locale}
      </span>
      {others.map((other) => (
        <Link
          key={other.id}
          to="/pages/$id"
          params={{ id: String(other.id) }}
          className={classes.mark}
          data-status={other.status}
          title={wordsOf(other)}
        >
          {other.locale}
          <span className="visuallyHidden"> {wordsOf(other)}</span>
        </Link>
      ))}
    </span>
  );
}
