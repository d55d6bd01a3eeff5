import { Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Logo } from '../../parts/screen/Logo.tsx';
import classes from './DoorScreen.module.css';

interface DoorScreenProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

/** The layout of screens outside the shell: log-in and set-up. */
export function DoorScreen({ title, text, children }: DoorScreenProps) {
  useDocumentTitle(`${title} · Quire`);
  return (
    <main className={classes.screen}>
      <div className={classes.column}>
        <Logo />
        <Paper withBorder p="xl" radius="lg" className={classes.card}>
          <Title order={1} size="h3" mb={text ? 4 : 'lg'}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" size="sm" mb="lg">
              {text}
            </Text>
          )}
          {children}
        </Paper>
      </div>
    </main>
  );
}
