import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ReadOnlyPart, useFormScope } from './FormContext.tsx';
import type { FormPath } from './values.ts';

interface FormPartProps {
  /** A value in the part. */
  readonly path: FormPath;
  readonly children: ReactNode;
}

/** A part of a form, which is read-only, and says why, where the user may not change it. */
export function FormPart({ path, children }: FormPartProps) {
  const { isReadOnly, lockOf } = useFormScope();
  const lock = isReadOnly ? undefined : lockOf?.(path);
  if (lock === undefined) return children;
  return (
    <ReadOnlyPart>
      {children}
      <LockNote text={lock} />
    </ReadOnlyPart>
  );
}

/** Says why a value cannot be changed. */
export const LockNote = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed" mt={4}>
    <IconLock size={12} aria-hidden /> {text}
  </Text>
);
