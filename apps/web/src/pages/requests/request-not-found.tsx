import { IconListSearch } from '@tabler/icons-react';
import { ApiError } from '../../api/api-error.js';
import { EmptyState } from '../../kit/empty-state.js';
import { Failure } from '../../kit/failure.js';
import { useSession } from '../../session/session-provider.js';

const NOT_FOUND = 404;

/** Explains why a request cannot be shown. */
export function RequestFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { user } = useSession();
  if (!(error instanceof ApiError) || error.status !== NOT_FOUND)
    return <Failure error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={IconListSearch} title="No request with this ID">
      {user?.role === 'admin'
        ? 'It may still be running, or be older than the retention period. If many requests are refused for the same reason, only a sample of them is recorded.'
        : 'It may still be running, be older than the retention period, or belong to a token that is not yours.'}
    </EmptyState>
  );
}
