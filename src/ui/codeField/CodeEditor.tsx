import { useRef } from 'react';
import type { InputHistory } from '../form/document.ts';
import classes from './CodeEditor.module.css';
import { useCodeMirror } from './useCodeMirror.ts';

export interface CodeEditorProps {
  readonly value: string;
  onChange(value: string): void;
  readonly language?: string;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly hasProblem?: boolean;
  /** The history of the form that the text is part of; without it the editor has one of its own. */
  readonly history?: InputHistory;
  /** Attributes for assistive technology. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** CodeMirror in the frame of an input. */
export function CodeEditor({ disabled = false, hasProblem = false, ...options }: CodeEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  useCodeMirror(frame, { ...options, isReadOnly: disabled });
  return (
    <div
      ref={frame}
      className={classes.frame}
      data-disabled={disabled || undefined}
      data-problem={hasProblem || undefined}
    />
  );
}
