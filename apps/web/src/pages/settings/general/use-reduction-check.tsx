import { List, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Schema, api, unwrapResponse } from '../../../api/client.js';
import { openConfirmation } from '../../../kit/confirm/confirmation.js';
import { notifyError } from '../../../kit/notify.js';
import { deletesData, describeDeletions } from './describe-deletions.js';
import { describeReduction, findReductions } from './find-reductions.js';
import { type SettingEntry } from './setting-catalog.js';
import { type SettingValues } from './setting-values.js';

interface SettingsChange {
  entries: readonly SettingEntry[];
  before: SettingValues;
  /** The settings after the change, with defaults for missing values. */
  after: SettingValues;
  /** The request body that saves the change. */
  changes: SettingValues;
  onConfirm: () => void;
}

/** Asks for confirmation before a retention period or a quota is lowered, and shows how much data is deleted. */
export function useReductionCheck() {
  const countDeletions = useMutation({
    mutationFn: ({ changes }: SettingsChange) =>
      unwrapResponse(api.POST('/api/settings/deletions', { body: changes })),
    onSuccess: ({ data }, change) => confirmReduction(change, data),
    onError: notifyError,
  });
  const run = (change: SettingsChange): void => {
    if (findReductions(change.entries, change.before, change.after).length === 0) change.onConfirm();
    else countDeletions.mutate(change);
  };
  return { run, isCounting: countDeletions.isPending };
}

function confirmReduction(change: SettingsChange, deletions: readonly Schema<'DeletionView'>[]): void {
  const { entries, before, after, onConfirm } = change;
  const reductions = findReductions(entries, before, after);
  const isDeleting = deletesData(deletions);
  openConfirmation({
    title: 'Delete data earlier?',
    content: (
      <>
        <List size="sm">
          {reductions.map((entry) => (
            <List.Item key={entry.key}>{describeReduction(entry, before, after)}</List.Item>
          ))}
        </List>
        <Text size="sm" mt="sm" {...(isDeleting ? { fw: 650 } : {})}>
          {describeDeletions(reductions, deletions).join(' ')}
        </Text>
      </>
    ),
    confirmLabel: isDeleting ? 'Save and delete' : 'Save',
    onConfirm,
  });
}
