import { Navigate, Outlet, useLocation } from 'react-router';
import { Failure } from '../kit/failure.js';
import { Loading, NotFound } from '../shell/page-fallbacks.js';
import { useSession } from './session-provider.js';

/** Asks whoever is not signed in to do so, and brings them back afterwards. */
export function OnlySignedIn() {
  const { user, ending, error, refresh } = useSession();
  const { pathname, search } = useLocation();
  if (user === undefined) {
    return error === null ? <Loading /> : <Failure error={error} onRetry={() => void refresh()} />;
  }
  if (user === null || user.must_change_password) {
    const from = ending === 'signed-out' ? undefined : pathname + search;
    return <Navigate to="/sign-in" state={{ from }} replace />;
  }
  return <Outlet />;
}

/** For a member these pages do not exist: the gateway would refuse what they show. */
export function OnlyAdmins() {
  const { user } = useSession();
  if (user?.role === 'member') return <NotFound />;
  return <OnlySignedIn />;
}
