import { Alert, Box, Button, Input } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type ReactNode, type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { isDocument } from './document/json.ts';
import type { RichTextInputProps } from './inputProps.ts';
import type { RichTextEditorProps } from './RichTextEditor.tsx';
import { StaticText } from './static/StaticText.tsx';
import { useEntrance } from './useEntrance.ts';

/** The props of a rich text before it has its editor. */
interface RichTextFieldInputProps extends Omit<RichTextInputProps, 'sources'> {
  /** The editor with its pages and pictures. */
  readonly Editor: PartOnDemand<Omit<RichTextEditorProps, 'sources'>>;
}

/** How far from the window a text may be for its editor to be made. */
const NEAR = '300px 0px';

/**
 * The editor without a label. A page may have dozens: each is made, and its code loaded, when its text comes into view or
 * is entered. Before that the text stands there by itself.
 */
export function RichTextInput(props: RichTextFieldInputProps) {
  const { t } = useTranslation();
  const { value, onChange, disabled } = props;
  if (value !== null && value !== undefined && !isDocument(value))
    return (
      <Alert color="orange" title={t('richText.notRichText')}>
        {!disabled && (
          <Button size="xs" variant="default" onClick={() => onChange(null)}>
            {t('richText.startOver')}
          </Button>
        )}
      </Alert>
    );
  return <TextOrEditor {...props} />;
}

function TextOrEditor({ Editor, ...props }: RichTextFieldInputProps) {
  const { value, disabled = false, hasProblem = false, labelledBy, describedBy, lang, dir } = props;
  const { hasEntered, enter, take } = useEntrance();
  const box = useRef<HTMLDivElement>(null);
  const isMade = useIsMade(box, { isNeeded: !disabled, isUrgent: hasEntered, load: Editor.load });
  const text = <StaticText {...{ value, disabled, hasProblem, labelledBy, describedBy, lang, dir, enter }} />;
  return <div ref={box}>{isMade ? <Editor {...props} entrance={take} /> : text}</div>;
}

interface EditorLoadOptions extends Pick<PartOnDemand<never>, 'load'> {
  readonly isNeeded: boolean;
  readonly isUrgent: boolean;
}

/** Whether the editor is to be made: its code is there, and somebody sees or enters the text. */
function useIsMade(box: RefObject<HTMLElement | null>, { isNeeded, isUrgent, load }: EditorLoadOptions): boolean {
  const [isMade, setMade] = useState(false);
  useEffect(() => {
    if (!isNeeded || isMade || box.current === null) return undefined;
    let isOver = false;
    // Where the code does not come, the editor's place says so.
    const loaded = (make: () => void): void =>
      void load()
        .catch(() => undefined)
        .then(() => !isOver && make());
    if (isUrgent) loaded(() => setMade(true));
    const observer = new IntersectionObserver(
      // Others are made between keys and frames.
      (entries) => entries.some((one) => one.isIntersecting) && loaded(() => startTransition(() => setMade(true))),
      { rootMargin: NEAR },
    );
    observer.observe(box.current);
    return () => {
      isOver = true;
      observer.disconnect();
    };
  }, [box, isMade, isNeeded, isUrgent, load]);
  return isMade && isNeeded;
}

export interface RichTextFieldProps extends Omit<RichTextFieldInputProps, 'labelledBy' | 'describedBy' | 'hasProblem'> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly problem?: ReactNode;
}

/** A field for rich text. */
export function RichTextField({ label, description, problem, ...input }: RichTextFieldProps) {
  const id = useId();
  const described = [description && `${id}-description`, problem && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={problem}
      errorProps={{ id: `${id}-error` }}
      inputContainer={renderEditorContainer}
      required={input.required}
    >
      <RichTextInput
        {...input}
        hasProblem={Boolean(problem)}
        labelledBy={`${id}-label`}
        describedBy={described || undefined}
      />
    </Input.Wrapper>
  );
}

/** The margin that Mantine's own inputs have. */
const renderEditorContainer = (children: ReactNode) => <Box my={5}>{children}</Box>;
