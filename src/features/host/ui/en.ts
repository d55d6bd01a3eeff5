export const words = {
  home: {
    hints: {
      GIT_HOST: 'Content cannot be synced with the git host at the moment. Nothing is lost, and Quire keeps trying.',
    },
  },
  sync: { title: 'Git host' },
};
