import classes from './Logo.module.css';

interface LogoProps {
  readonly name?: string;
}

/** The mark of Quire: folded sheets, with a name beside it. */
export function Logo({ name = 'Quire' }: LogoProps) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="var(--mantine-color-accent-6)" />
        <path
          d="M8 9.5c3-1.6 5.6-1.400 8 .6 2.4-2 5-2.2 8-.6v13c-3-1.5-5.6-1.300-8 .7-2.4-2-5-2.2-8-.7z M16 10.5v12.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      <span className={classes.name} dir="auto">
        {name}
      </span>
    </span>
  );
}
