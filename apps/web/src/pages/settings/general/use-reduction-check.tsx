import { List, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Schema, api, getAnswer } from '../../../api/client.js';
import { openConfirmation } from '../../../kit/confirm/confirmation.js';
import { tellFailure } from '../../../kit/notify.js';
import { deletesData, describeDeletions } from './describe-deletions.js';
import { describeReduction, findReductions } from './find-reductions.js';
import { type SettingEntry } from './setting-catalog.js';
import { type SettingValues } from './setting-values.js';

interface ReductionCheck {
  entries: readonly SettingEntry[];
  before: SettingValues;
  /** As they are saved; a missing value stands for the default. */
  after: SettingValues;
  /** The body of the request that saves them. */
  changes: SettingValues;
  onConfirm: () => void;
}

/** Asks before a retention period or a quota is lowered, and says how much is deleted. */
export function useReductionCheck() {
  const counting = useMutation({
    mutationFn: ({ changes }: ReductionCheck) =>
      getAnswer(api.POST('/api/settings/deletions', { body: changes })),
    onSuccess: ({ data }, check) => ask(check, data),
    onError: tellFailure,
  });
  const run = (check: ReductionCheck): void => {
    if (findReductions(check.entries, check.before, check.after).length === 0) check.onConfirm();
    else counting.mutate(check);
  };
  return { run, isCounting: counting.isPending };
}

function ask(check: ReductionCheck, deletions: readonly Schema<'DeletionView'>[]): void {
  const { entries, before, after, onConfirm } = check;
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
