import type { Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type ReactNode, useRef } from 'react';
import type { InputHistory, SetOptions } from '../form/document.ts';
import classes from './CodeEditor.module.css';
import { useCodeMirror } from './useCodeMirror.ts';

export interface CodeEditorProps {
  readonly value: string;
  onChange(value: string, options?: SetOptions): void;
  readonly language?: string;
  readonly disabled?: boolean;
  readonly hint?: string;
  readonly hasProblem?: boolean;
  /** The history of the form that the text is part of; without it the editor has one of its own. */
  readonly history?: InputHistory;
  /** Attributes for assistive technology. */
  readonly attributes: Readonly<Record<string, string>>;
}

interface CodeFrameProps extends CodeEditorProps {
  /** What the editor has beside what all have, when it opens; by itself what is of use in code. */
  readonly extensions?: Extension;
  /** Called before the editor is seen. */
  onOpen?(view: EditorView): void;
  /** Stands above the text. */
  readonly toolbar?: ReactNode;
}

/** CodeMirror in the frame of an input. */
export function CodeEditor({ disabled = false, hasProblem = false, toolbar, ...options }: CodeFrameProps) {
  const text = useRef<HTMLDivElement>(null);
  useCodeMirror(text, { ...options, isReadOnly: disabled });
  return (
    <div className={classes.frame} data-disabled={disabled || undefined} data-problem={hasProblem || undefined}>
      {toolbar}
      <div ref={text} className={classes.text} />
    </div>
  );
}
