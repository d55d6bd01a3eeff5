import { Autocomplete } from '@mantine/core';
import { CodeBlock } from '@tiptap/extension-code-block';
import { NodeViewContent, type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import classes from './CodeBlockView.module.css';

/** The most common languages; any other may be typed. */
const LANGUAGES = [
  'bash',
  'css',
  'html',
  'javascript',
  'json',
  'markdown',
  'php',
  'python',
  'sql',
  'typescript',
  'yaml',
];

/** A code block with an input for its language. */
function CodeBlockView({ node, updateAttributes, editor }: NodeViewProps) {
  const { t } = useTranslation();
  const language = String(node.attrs['language'] ?? '');
  return (
    <NodeViewWrapper className={classes.block}>
      <div contentEditable={false} className={classes.language}>
        <Autocomplete
          size="xs"
          variant="unstyled"
          w="8rem"
          classNames={{ input: classes.input }}
          aria-label={t('richText.language')}
          placeholder={t('richText.languageHint')}
          data={LANGUAGES}
          value={language}
          readOnly={!editor.isEditable}
          comboboxProps={{ withinPortal: true }}
          onChange={(value) => updateAttributes({ language: value || null })}
        />
      </div>
      <pre dir="ltr" spellCheck={false}>
        <NodeViewContent<'code'> as="code" />
      </pre>
    </NodeViewWrapper>
  );
}

export const shownCodeBlock = () =>
  CodeBlock.extend({
    addNodeView: () =>
      ReactNodeViewRenderer(CodeBlockView, {
        stopEvent: ({ event }) => (event.target as Element | null)?.closest?.(`.${classes.language}`) !== null,
      }),
  });
