/** Deeds that are offered to filter by; whatever else the log holds is shown by its own name. */
export const ACTIONS: readonly { value: string; label: string }[] = [
  { value: 'session.start', label: 'Signed in' },
  { value: 'session.end', label: 'Signed out' },
  { value: 'session.end-all', label: 'Signed out everywhere' },
  { value: 'user.create', label: 'Created a user' },
  { value: 'user.change', label: 'Changed a user' },
  { value: 'user.change-password', label: 'Changed their password' },
  { value: 'user.reset-password', label: 'Reset a password' },
  { value: 'user.end-sessions', label: 'Signed a user out everywhere' },
  { value: 'admin-token.create', label: 'Created an admin token' },
  { value: 'admin-token.revoke', label: 'Revoked an admin token' },
  { value: 'token.create', label: 'Created a token' },
  { value: 'token.change', label: 'Changed a token' },
  { value: 'token.rotate', label: 'Gave a token a new key' },
  { value: 'token.end-old-key', label: 'Ended the old key of a token' },
  { value: 'token.revoke', label: 'Revoked a token' },
  { value: 'content.read', label: 'Read the content of a request' },
  { value: 'content.delete', label: 'Deleted the content of a request' },
  { value: 'channel.create', label: 'Added a channel' },
  { value: 'channel.change', label: 'Changed a channel' },
  { value: 'channel.delete', label: 'Removed a channel' },
  { value: 'channel.check', label: 'Checked a new channel' },
  { value: 'channel.test', label: 'Tested a channel' },
  { value: 'model.set', label: 'Changed a model' },
  { value: 'model.unset', label: 'Put a model back to its defaults' },
  { value: 'models.update', label: 'Brought the model catalogue up to date' },
  { value: 'owner.change', label: 'Changed what an owner may use' },
  { value: 'settings.change', label: 'Changed settings' },
  { value: 'task.cancel', label: 'Cancelled a task' },
  { value: 'task.retry', label: 'Retried a task' },
  { value: 'webhook-delivery.replay', label: 'Replayed a webhook delivery' },
  { value: 'config.apply', label: 'Applied the config file' },
  { value: 'config.clear-override', label: 'Let the config file count again' },
  { value: 'keys.rotate', label: 'Rotated keys' },
];

const LABELS: ReadonlyMap<string, string> = new Map(ACTIONS.map(({ value, label }) => [value, label]));

export function actionText(action: string): string {
  return LABELS.get(action) ?? action;
}

/** What was done to, and where the console shows it; undefined where it shows it nowhere. */
export function getPlace({ type, id }: { type: string; id: string }): string | undefined {
  const folders: Readonly<Record<string, string>> = {
    token: 'tokens',
    channel: 'channels',
    model: 'models',
    task: 'tasks',
    content: 'requests',
    user: 'users',
  };
  if (type === 'settings') return '/settings';
  const folder = folders[type];
  return folder === undefined ? undefined : `/${folder}/${encodeURIComponent(id)}`;
}
