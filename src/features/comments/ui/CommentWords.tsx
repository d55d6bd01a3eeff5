import { Anchor, Text } from '@mantine/core';
import type { CommentAnswer } from '../../../ui/wire/interface.ts';
import classes from './Comments.module.css';

const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

/** The words of a comment: plain text, in which addresses are links and people who are named stand out. */
export function CommentWords({ text, mentions }: Pick<CommentAnswer, 'text' | 'mentions'>) {
  const names = mentions.flatMap(({ name }) => (name ? [`@${name}`] : []));
  return (
    <Text size="sm" component="div" className={classes.words} dir="auto">
      {splitComment(text, names).map(({ part, kind, at }) => {
        if (kind === 'link')
          return (
            <Anchor key={at} href={part} target="_blank" rel="noopener noreferrer nofollow" size="sm">
              {part}
            </Anchor>
          );
        return kind === 'name' ? (
          <span key={at} className={classes.name}>
            {part}
          </span>
        ) : (
          part
        );
      })}
    </Text>
  );
}

interface TextPart {
  readonly part: string;
  readonly kind: 'words' | 'link' | 'name';
  readonly at: number;
}

function splitComment(text: string, names: readonly string[]): readonly TextPart[] {
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp([LINK.source, ...escaped].join('|'), 'giu');
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: part, index: at } of text.matchAll(pattern)) {
    parts.push({ part: text.slice(end, at), kind: 'words', at: end });
    parts.push({ part, kind: part.startsWith('@') ? 'name' : 'link', at });
    end = at + part.length;
  }
  return [...parts, { part: text.slice(end), kind: 'words', at: end }];
}
