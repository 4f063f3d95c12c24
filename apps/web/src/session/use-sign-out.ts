import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { unwrapResponse, api } from '../api/client.js';
import { notifyError } from '../kit/notify.js';
import { useSession } from './session-provider.js';

/** Ends the session of this browser, or all sessions of the user. */
export function useSignOut(which: 'here' | 'everywhere' = 'here') {
  const { end } = useSession();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      unwrapResponse(which === 'here' ? api.DELETE('/api/session') : api.DELETE('/api/sessions')),
    onSuccess: async () => {
      end('signed-out');
      await navigate('/sign-in', { replace: true });
    },
    onError: notifyError,
  });
}
