import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadProblem, PartBoundary } from '../parts/onDemand/PartBoundary.tsx';

interface InputBoundaryProps {
  readonly label: string;
  /** How much room the input will take, in pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Keeps an input that fails to render or to load from taking the rest of the form with it. */
export function InputBoundary({ label, height, children }: InputBoundaryProps) {
  const { t } = useTranslation();
  return (
    <PartBoundary
      waiting={<Skeleton height={height} animate={false} />}
      failed={<LoadProblem title={label} text={t('fields.notLoaded')} />}
    >
      {children}
    </PartBoundary>
  );
}
