import {
  IconActivity,
  IconBox,
  IconChartBar,
  IconFlask,
  IconFolder,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMovie,
  IconPlugConnected,
  IconPlus,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType } from 'react';
import { type SessionUser } from '../session/session-provider.js';

export interface NavItem {
  label: string;
  to: string;
  icon: ComponentType<{ size?: number }>;
  /** Additional search terms. */
  alsoCalled?: string;
}

const OPEN: readonly NavItem[] = [
  { label: 'Playground', to: '/playground', icon: IconFlask, alsoCalled: 'try chat test models' },
];

const SIGNED_IN: readonly NavItem[] = [
  { label: 'Overview', to: '/', icon: IconLayoutDashboard, alsoCalled: 'home dashboard start' },
  ...OPEN,
  { label: 'Tokens', to: '/tokens', icon: IconKey, alsoCalled: 'api keys' },
  { label: 'Requests', to: '/requests', icon: IconActivity, alsoCalled: 'log calls errors' },
  { label: 'Tasks', to: '/tasks', icon: IconMovie, alsoCalled: 'video jobs queue' },
  { label: 'Usage', to: '/usage', icon: IconChartBar, alsoCalled: 'spend cost charts csv' },
];

/** Administrators have the Models page instead. */
const MEMBER: readonly NavItem[] = [
  { label: 'Model catalog', to: '/catalog', icon: IconBox, alsoCalled: 'models prices capabilities code' },
];

const ADMIN: readonly NavItem[] = [
  { label: 'Channels', to: '/channels', icon: IconPlugConnected, alsoCalled: 'providers upstreams keys' },
  { label: 'Models', to: '/models', icon: IconBox, alsoCalled: 'prices capabilities' },
  { label: 'Owners', to: '/owners', icon: IconFolder, alsoCalled: 'projects budgets limits spend' },
  { label: 'Users', to: '/users', icon: IconUsers, alsoCalled: 'people accounts members' },
  {
    label: 'Settings',
    to: '/settings',
    icon: IconSettings,
    alsoCalled: 'retention budget limits moderation',
  },
  { label: 'Audit log', to: '/audit', icon: IconHistory, alsoCalled: 'history changes who' },
];

/** Pages that are not in the menu but can be found by search. */
const ASIDE: readonly NavItem[] = [
  { label: 'Your account', to: '/account', icon: IconUser, alsoCalled: 'password profile' },
];
const ADMIN_ASIDE: readonly NavItem[] = [
  {
    label: 'Admin tokens',
    to: '/settings?tab=admin-tokens',
    icon: IconKey,
    alsoCalled: 'scripts automation',
  },
  {
    label: 'Webhook deliveries',
    to: '/settings?tab=webhooks',
    icon: IconActivity,
    alsoCalled: 'replay hooks',
  },
];

export interface Navigation {
  general: readonly NavItem[];
  admin: readonly NavItem[];
  aside: readonly NavItem[];
  actions: readonly NavItem[];
}

/** Actions in the search dialog. */
const ACTIONS: readonly NavItem[] = [
  { label: 'Create a token', to: '/tokens/new', icon: IconPlus, alsoCalled: 'new add api key' },
];
const ADMIN_ACTIONS: readonly NavItem[] = [
  {
    label: 'Connect a model',
    to: '/channels/connect',
    icon: IconPlus,
    alsoCalled: 'add a channel new create provider upstream',
  },
];

/** The pages and actions that the user has access to. */
export function getNavigation(user: SessionUser | null | undefined): Navigation {
  if (!user || user.must_change_password) return { general: OPEN, admin: [], aside: [], actions: [] };
  if (user.role === 'member')
    return { general: [...SIGNED_IN, ...MEMBER], admin: [], aside: ASIDE, actions: ACTIONS };
  return {
    general: SIGNED_IN,
    admin: ADMIN,
    aside: [...ADMIN_ASIDE, ...ASIDE],
    actions: [...ACTIONS, ...ADMIN_ACTIONS],
  };
}
