import type { CodeEditorProps } from '../codeField/CodeEditor.tsx';
import { MarkdownEditor } from '../markdown/MarkdownEditor.tsx';
import { useRichTextSources } from './useRichTextSources.ts';

/** The editor of Markdown with the pages and pictures of the site. */
export function SourcedMarkdown(props: CodeEditorProps) {
  // Who reads Markdown gets it as it is written: with the addresses of pages, not with their names in files.
  const { sources, element } = useRichTextSources({ hasPaths: true });
  return (
    <>
      <MarkdownEditor {...props} sources={sources} />
      {element}
    </>
  );
}
