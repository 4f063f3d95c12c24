import { Mark, Text } from '@mantine/core';
import { Fragment } from 'react';

/** The location of a search result, and its text with the query words highlighted. */
export function SearchResult({
  place,
  text,
  words,
}: {
  place: string;
  text: string;
  words: readonly string[];
}) {
  return (
    <>
      <Text size="xs" c="dimmed" component="span" display="block">
        {place}
      </Text>
      <Text size="sm" component="span" display="block">
        {splitAtWords(text, words).map((chunk, index) =>
          // Every second chunk is a match.
          index % 2 === 1 ? <Mark key={index}>{chunk}</Mark> : <Fragment key={index}>{chunk}</Fragment>,
        )}
      </Text>
    </>
  );
}

function splitAtWords(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text];
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  // built from: escaped words of the search, at most eight, for an excerpt of at most 160 characters
  return text.split(new RegExp(`(${pattern})`, 'i'));
}
