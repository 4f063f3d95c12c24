import { Button, Text } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { Suspense, lazy, useDeferredValue, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { loadChunk } from '../kit/load-chunk.js';
import { type SessionUser, useSession } from '../session/session-provider.js';
import classes from './account-button.module.css';

export const loadAccountMenu = () => import('./account-menu.js');

const AccountMenu = lazy(() => loadChunk(async () => ({ default: (await loadAccountMenu()).AccountMenu })));

/** Opens the menu of the signed-in user, or links to the sign-in page. */
export function AccountButton() {
  const { user } = useDeferredValue(useSession());
  const { pathname, search } = useLocation();
  if (user === undefined) return null;
  if (user !== null) return <MenuButton user={user} />;
  if (pathname === '/sign-in') return null;
  return (
    <Button component={Link} to="/sign-in" state={{ from: pathname + search }} size="xs" variant="default">
      Sign in
    </Button>
  );
}

/** The menu is loaded when the button is hovered or focused. */
function MenuButton({ user }: { user: SessionUser }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isMenuNeeded, setIsMenuNeeded] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const preload = (): void => setIsMenuNeeded(true);
  const toggle = (): void => {
    preload();
    setIsOpen(!isOpen);
  };
  return (
    <>
      <Button
        ref={button}
        id={id}
        size="xs"
        variant="subtle"
        color="gray"
        px={8}
        leftSection={<IconUser size={18} />}
        aria-label={`Account of ${user.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-dropdown` : undefined}
        classNames={{ section: classes.icon }}
        maw="16rem"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={toggle}
      >
        <Text span inherit truncate visibleFrom="sm">
          {user.name}
        </Text>
      </Button>
      <Suspense>
        {isMenuNeeded ? (
          <AccountMenu id={id} button={button} user={user} isOpen={isOpen} onChange={setIsOpen} />
        ) : null}
      </Suspense>
    </>
  );
}
