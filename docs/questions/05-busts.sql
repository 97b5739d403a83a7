-- question: How often does the dealer of the training table go over 21, by upcard?
-- reading: Its rules foretell 0.354 for a 2, 0.423 for a 6, 0.230 for a ten-value and 0.167 for an ace (whose naturals have ended their rounds before): each lies in its interval. `shoe stats` puts what is foretold beside every such figure.
SELECT up_rank, rounds, busts, share, share_low, share_high
FROM dealer_busts
WHERE profile = 'training'
