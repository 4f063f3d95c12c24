import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLogin, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { type ComponentType } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../session/session-provider.js';
import { useSignOut } from '../../session/use-sign-out.js';
import { type Place, placesFor } from '../places.js';
import { type Findable } from './matching.js';

export interface QuickEntry extends Findable {
  kind: 'Page' | 'Action';
  icon: ComponentType<{ size?: number }>;
  run: () => void;
}

/** Everything that can be reached without the mouse: pages of this person, and what can be done from anywhere. */
export function useQuickEntries(): QuickEntry[] {
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const { general, admin, aside, deeds } = placesFor(user);
  const going = (kind: QuickEntry['kind'], places: readonly Place[]): QuickEntry[] =>
    places.map(({ to, ...place }) => ({ ...place, kind, run: () => void navigate(to) }));
  const signing: QuickEntry = user
    ? {
        kind: 'Action',
        label: 'Sign out',
        alsoCalled: 'log out leave',
        icon: IconLogout,
        run: signOut.mutate,
      }
    : {
        kind: 'Action',
        label: 'Sign in',
        alsoCalled: 'log in',
        icon: IconLogin,
        run: () => void navigate('/sign-in'),
      };
  return [
    ...going('Page', [...general, ...admin, ...aside]),
    ...going('Action', deeds),
    {
      kind: 'Action',
      label: `Switch to ${other}`,
      alsoCalled: 'theme color colour scheme mode',
      icon: other === 'dark' ? IconMoon : IconSun,
      run: () => setColorScheme(other),
    },
    signing,
  ];
}
