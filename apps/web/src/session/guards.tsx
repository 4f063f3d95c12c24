import { Navigate, Outlet, useLocation } from 'react-router';
import { Failure } from '../kit/failure.js';
import { Loading, OnlyForAdmins } from '../shell/page-fallbacks.js';
import { useSession } from './session-provider.js';

/** Redirects users without a session to the sign-in page, which redirects back after sign-in. */
export function RequireSession() {
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

/** Pages whose data only administrators can load: the API rejects requests of members. */
export function RequireAdmin() {
  const { user } = useSession();
  if (user?.role === 'member') return <OnlyForAdmins />;
  return <RequireSession />;
}
