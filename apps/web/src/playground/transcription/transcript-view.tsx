import { Anchor, Badge, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { CodeBlock } from '../../kit/code-block.js';
import { AudioPlayer } from '../workbench/audio-player.js';
import { DownloadLink } from '../workbench/download-link.js';
import { useObjectUrl } from '../workbench/use-object-url.js';
import {
  type Segment,
  type Transcript,
  type TranscriptionOptions,
  formatTimestamp,
} from './transcription-call.js';

export interface TranscriptViewProps {
  options: TranscriptionOptions;
  transcript: Transcript;
}

export function TranscriptView({ options, transcript }: TranscriptViewProps) {
  const player = useRef<HTMLAudioElement>(null);
  const url = useObjectUrl(options.file);
  const playFrom = (seconds: number): void => {
    if (player.current === null) return;
    player.current.currentTime = seconds;
    void player.current.play();
  };
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Title order={2} size="h4">
          {options.task === 'translate' ? 'Translation' : 'Transcript'}
        </Title>
        {transcript.language === undefined ? null : <Badge variant="light">{transcript.language}</Badge>}
        {transcript.durationSeconds === undefined ? null : (
          <Text size="xs" c="dimmed">
            {transcript.durationSeconds.toFixed(1)} s of audio
          </Text>
        )}
      </Group>
      <TranscriptText text={transcript.text} format={options.format} />
      {transcript.segments.length === 0 ? null : (
        <>
          <AudioPlayer player={player} url={url} label="Transcribed recording" />
          <SegmentTable title="Segments" segments={transcript.segments} onPlay={playFrom} />
          <SegmentTable title="Words" segments={transcript.words} onPlay={playFrom} />
        </>
      )}
    </Stack>
  );
}

function TranscriptText({ text, format }: { text: string; format: TranscriptionOptions['format'] }) {
  const isSubtitles = format === 'srt' || format === 'vtt';
  const file = useMemo(
    () => (isSubtitles ? new Blob([text], { type: 'text/plain' }) : undefined),
    [isSubtitles, text],
  );
  const url = useObjectUrl(file);
  if (text === '') return <Text c="dimmed">No speech was recognized.</Text>;
  if (!isSubtitles) return <Text>{text}</Text>;
  return (
    <Stack gap="xs" align="stretch">
      <CodeBlock code={text} label="the subtitles" />
      <Group>
        <DownloadLink url={url} fileName={`subtitles.${format}`} />
      </Group>
    </Stack>
  );
}

interface SegmentTableProps {
  title: string;
  segments: readonly Segment[];
  onPlay: (seconds: number) => void;
}

/** Segments or words with their times. A click on a time plays the recording from there. */
function SegmentTable({ title, segments, onPlay }: SegmentTableProps) {
  if (segments.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={0} mah={320}>
      <Table aria-label={title} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={150}>Time</Table.Th>
            <Table.Th>{title}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {segments.map(({ startSeconds, endSeconds, text }) => (
            <Table.Tr key={`${startSeconds} ${text}`}>
              <Table.Td className="tabular">
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  aria-label={`Play ${formatTimestamp(startSeconds)} – ${formatTimestamp(endSeconds)}`}
                  onClick={() => onPlay(startSeconds)}
                >
                  {formatTimestamp(startSeconds)} – {formatTimestamp(endSeconds)}
                </Anchor>
              </Table.Td>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
