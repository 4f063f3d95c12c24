import { List, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Schema, api, getAnswer } from '../../api/client.js';
import { openConfirmation } from '../../kit/confirm/confirmation.js';
import { tellFailure } from '../../kit/notify.js';
import { describeRecordings, findShorterRecording } from './shorter-recording.js';
import { type Token } from './token-queries.js';

interface RecordingCheck {
  token: Token;
  changes: Schema<'TokenChangesInput'>;
  onConfirm: () => void;
}

/** Asks before recordings of a token are kept for a shorter time. */
export function useRecordingCheck() {
  const counting = useMutation({
    mutationFn: ({ token }: RecordingCheck) =>
      getAnswer(api.GET('/api/requests/recordings/count', { params: { query: { token: token.id } } })),
    onSuccess: (recordings, check) => ask(check, recordings),
    onError: tellFailure,
  });
  const run = (check: RecordingCheck): void => {
    if (findShorterRecording(check.token, check.changes) === undefined) check.onConfirm();
    else counting.mutate(check);
  };
  return { run, isCounting: counting.isPending };
}

function ask({ token, changes, onConfirm }: RecordingCheck, recordings: Schema<'RecordingCountView'>): void {
  const days = findShorterRecording(token, changes);
  if (days === undefined) return;
  openConfirmation({
    title: 'Delete new recordings earlier?',
    content: (
      <>
        <List size="sm">
          <List.Item>
            Delete after: {days.before.toLocaleString('en')} → {days.after.toLocaleString('en')} days
          </List.Item>
        </List>
        <Text size="sm" mt="sm">
          {describeRecordings(recordings)}
        </Text>
      </>
    ),
    confirmLabel: 'Save',
    onConfirm,
  });
}
