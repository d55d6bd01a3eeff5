import { createRoute, redirect } from '@tanstack/react-router';
import { shellRoute } from '../../router/root.ts';

export const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/pages' });
  },
});
