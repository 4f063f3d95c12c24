/** The labels of actions. An action without a label is shown by its name. */
export const ACTIONS: readonly { value: string; label: string }[] = [
  { value: 'session.start', label: 'Signed in' },
  { value: 'session.end', label: 'Signed out' },
  { value: 'session.end-all', label: 'Signed out everywhere' },
  { value: 'user.create', label: 'Created a user' },
  { value: 'user.change', label: 'Changed a user' },
  { value: 'user.change-password', label: 'Changed own password' },
  { value: 'user.reset-password', label: 'Reset a password' },
  { value: 'user.end-sessions', label: 'Signed a user out everywhere' },
  { value: 'admin-token.create', label: 'Created an admin token' },
  { value: 'admin-token.revoke', label: 'Revoked an admin token' },
  { value: 'token.create', label: 'Created a token' },
  { value: 'token.change', label: 'Changed a token' },
  { value: 'token.rotate', label: 'Rotated the key of a token' },
  { value: 'token.end-old-key', label: 'Revoked the old key of a token' },
  { value: 'token.revoke', label: 'Revoked a token' },
  { value: 'content.read', label: 'Viewed the content of a request' },
  { value: 'content.delete', label: 'Deleted the content of a request' },
  { value: 'channel.create', label: 'Created a channel' },
  { value: 'channel.change', label: 'Changed a channel' },
  { value: 'channel.delete', label: 'Deleted a channel' },
  { value: 'channel.check', label: 'Checked a new channel' },
  { value: 'channel.test', label: 'Tested a channel' },
  { value: 'channel.list-models', label: 'Listed the models of a provider account' },
  { value: 'model.set', label: 'Changed a model' },
  { value: 'model.unset', label: 'Reset a model to its defaults' },
  { value: 'models.update', label: 'Updated the model catalog' },
  { value: 'owner.change', label: 'Changed the limits of an owner' },
  { value: 'settings.change', label: 'Changed settings' },
  { value: 'task.cancel', label: 'Cancelled a task' },
  { value: 'task.retry', label: 'Retried a task' },
  { value: 'webhook-delivery.replay', label: 'Resent a webhook delivery' },
  { value: 'config.apply', label: 'Applied the config file' },
  { value: 'config.clear-override', label: 'Cleared an override of the config file' },
  { value: 'keys.rotate', label: 'Rotated encryption keys' },
];

const LABELS: ReadonlyMap<string, string> = new Map(ACTIONS.map(({ value, label }) => [value, label]));

export function actionText(action: string): string {
  return LABELS.get(action) ?? action;
}

/** The path of the page of an entry's subject; undefined if it has no page. */
export function getSubjectPath({ type, id }: { type: string; id: string }): string | undefined {
  const folders: Readonly<Record<string, string>> = {
    token: 'tokens',
    channel: 'channels',
    model: 'models',
    task: 'tasks',
    content: 'requests',
    user: 'users',
    owner: 'owners',
  };
  if (type === 'settings') return '/settings';
  const folder = folders[type];
  return folder === undefined ? undefined : `/${folder}/${encodeURIComponent(id)}`;
}
