export const words = {
  home: {
    hints: {
      HOST_REQUESTS:
        'Requests at the git host cannot be read or opened. Whoever runs this server has to look at its token and settings for the git host.',
    },
  },
};
