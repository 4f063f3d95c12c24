import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, getAnswer } from '../../api/client.js';
import { type Invitation, type InvitationResult } from './invitations.js';
import { USERS } from './user-queries.js';

interface Inviting {
  results: readonly InvitationResult[];
  isRunning: boolean;
  start: (invitations: readonly Invitation[]) => Promise<void>;
}

/** Creates users one after another; a line that fails does not stop the others. */
export function useInviting(): Inviting {
  const client = useQueryClient();
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  const start = async (invitations: readonly Invitation[]): Promise<void> => {
    setRunning(true);
    for (const invitation of invitations) {
      if (isGone.current) break;
      const result = await invite(invitation);
      setResults((before) => [...before, result]);
    }
    setRunning(false);
    await client.invalidateQueries({ queryKey: USERS });
  };
  return { results, isRunning, start };
}

async function invite(invitation: Invitation): Promise<InvitationResult> {
  const { email, role, problem } = invitation;
  if (problem !== undefined) return invitation;
  try {
    const { password } = await getAnswer(api.POST('/api/users', { body: { email, role } }));
    return password === undefined ? invitation : { ...invitation, password };
  } catch (error) {
    return { ...invitation, problem: error instanceof Error ? error.message : String(error) };
  }
}
