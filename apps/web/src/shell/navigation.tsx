import { NavLink, ScrollArea, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { useSession } from '../session/session-provider.js';
import { type Place, placesFor } from './places.js';
import classes from './shell.module.css';

export function Navigation() {
  const { user } = useSession();
  const { general, admin } = placesFor(user);
  return (
    <ScrollArea type="never">
      <PlaceLinks places={general} />
      {admin.length === 0 ? null : (
        <>
          <Text size="xs" c="dimmed" fw={600} mt="md" mb={4} px="sm">
            Administration
          </Text>
          <PlaceLinks places={admin} />
        </>
      )}
    </ScrollArea>
  );
}

function PlaceLinks({ places }: { places: readonly Place[] }) {
  const { pathname } = useLocation();
  return places.map(({ label, to, icon: Icon }) => {
    const active = to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
    return (
      <NavLink
        key={to}
        className={classes.place}
        component={Link}
        to={to}
        label={label}
        active={active}
        aria-current={active ? 'page' : undefined}
        leftSection={<Icon size={18} />}
      />
    );
  });
}
